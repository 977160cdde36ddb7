# The digest fixes what is built on; a tag alone would move. `docker buildx imagetools inspect node:22-bookworm-slim`
# prints the newest one; both stages take the same.
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json esbuild.config.mjs ./
COPY config ./config
COPY src ./src
# Of SQLite only what was compiled is needed: the rest is 24 MB of sources and of what the compiler left.
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts \
  && find node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/better-sqlite3/build \
    -type f -not -path '*/Release/better_sqlite3.node' -delete

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
# Debian packages that the tests of your projects need, with a blank between them: compilers, python3-venv, default-jdk.
ARG EXTRA_PACKAGES=""
# git, ripgrep and bubblewrap are what the agent works with: history, search and the sandbox of commands. tini is the
# first process: it hands on the word to end, and clears away what commands leave behind.
# /data, /config and /projects belong to the user who runs it, and so do the volumes that are made from them.
# Git refuses a repository of another owner. A mounted project keeps the owner it has on the host, and nothing else in
# this container holds repositories, so all folders count as safe here.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ca-certificates git ripgrep tini $EXTRA_PACKAGES \
  && rm -rf /var/lib/apt/lists/* \
  && git config --system --add safe.directory '*' \
  && mkdir -p /data /config /projects \
  && chown node:node /data /config /projects \
  && chmod 700 /data /config
COPY --from=build /app/package.json /app/
COPY --from=build /app/node_modules /app/node_modules
# Owned by the user who runs it: compiled code, which the build keeps beside the program, is taken from nobody else.
COPY --from=build --chown=node:node /app/dist /app/dist
COPY config /app/config
ENV NODE_ENV=production DATA_DIR=/data CONFIG_DIR=/config PROJECT_ROOT=/projects
USER node
# The project is here when PROJECT_ROOT is empty.
WORKDIR /projects
VOLUME ["/data", "/config"]
# Asks the running program over its socket in /data: no model, no network, no second program beside it.
HEALTHCHECK --interval=60s --timeout=15s --start-period=60s --retries=3 \
  CMD ["node", "/app/dist/wasap.cjs", "health"]
ENTRYPOINT ["/usr/bin/tini", "--", "node", "/app/dist/wasap.cjs"]
CMD ["start"]
