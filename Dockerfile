FROM node:20-bookworm-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc esbuild.config.mjs ./
RUN npm ci
COPY tsconfig.json *.config.mjs ./
COPY config ./config
COPY src ./src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
# git, ripgrep and bubblewrap are what the agent works with: history, search and the sandbox of commands.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ca-certificates git ripgrep \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
# Owned by the user who runs it, so that the first start can keep V8's code cache beside the program.
COPY --from=build --chown=node:node /app/dist ./dist
COPY config ./config
RUN mkdir -p /data /projects && chown node:node /data /projects && chmod 700 /data
ENV NODE_ENV=production DATA_DIR=/data PROJECT_ROOT=/projects
USER node
VOLUME /data
ENTRYPOINT ["node", "/app/dist/wasap.cjs"]
CMD ["start"]
