/** Findings of the doctor about what people set up around the program. */
export const checkTexts = {
  files: {
    used: (files: string) => `New tasks read: ${files}.`,
    cut: (place: string, characters: string, size: string) =>
      `${place} is too long: only the first ${characters} characters of ${size} are read.`,
    shorten: 'Shorten it; what stands last is not read.',
    refused: (place: string) => `${place} is not used.`,
  },
  metricsPort: {
    served: (port: string) => `Figures for Prometheus: http://127.0.0.1:${port}/metrics.`,
    free: (port: string) => `METRICS_PORT ${port} is free; figures are served there while the program runs.`,
    taken: (port: string) => `METRICS_PORT ${port} is used by another program.`,
    another: 'Set another port, or end that program, and restart me.',
    open: (port: string, address: string) =>
      `Port ${port} also answers on ${address}: somebody has opened it to others.`,
    close: 'Only this machine should read the figures: look at port forwarding and proxies.',
  },
  zone: {
    unknown: (zone: string) => `TZ is ${zone}, which is no time zone; times are taken as UTC.`,
    set: 'Set TZ to a name such as Europe/Madrid, or leave it out.',
  },
};
