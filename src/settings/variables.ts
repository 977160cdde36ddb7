import type { OtlpOptions } from '../telemetry/otlp.ts';
import type { Variables } from './schema.ts';

/** Shorter ones (`test`, `none`) are placeholders: hiding them would punch holes into ordinary words. */
const MIN_SECRET_LENGTH = 8;

/** Settings that only variables can have, and no file. */
export interface VariableSettings {
  readonly github: {
    readonly token: string | undefined;
    readonly repository: { readonly owner: string; readonly name: string } | undefined;
    readonly apiUrl: string | undefined;
  };
  /** Undefined: the language of the first message decides. */
  readonly locale: 'en' | 'es' | undefined;
  /** IANA zone of the times that people name; undefined: each conversation says its own. */
  readonly timezone: string | undefined;
  /** Where Prometheus finds the figures, on 127.0.0.1; undefined = nowhere. */
  readonly metricsPort: number | undefined;
  /** Undefined: spans stay in the database. */
  readonly otlp: OtlpOptions | undefined;
  /** Texts that must never be seen outside. */
  readonly secrets: readonly string[];
}

export function ofVariables(variables: Variables): VariableSettings {
  const { ANTHROPIC_API_KEY: apiKey, GITHUB_TOKEN: token, GITHUB_REPO: repository } = variables;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = variables;
  const content = variables.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT ?? false;
  const keys = [apiKey, token, variables.TRANSCRIBE_KEY, ...Object.values(headers)];
  const [owner = '', name = ''] = repository?.split('/') ?? [];
  return {
    github: {
      token,
      repository: repository === undefined ? undefined : { owner, name },
      apiUrl: variables.GITHUB_API_URL,
    },
    locale: variables.LOCALE,
    timezone: variables.TIMEZONE,
    metricsPort: variables.METRICS_PORT,
    otlp: endpoint === undefined ? undefined : { endpoint, headers, content },
    secrets: keys.flatMap((text) => (text !== undefined && text.length >= MIN_SECRET_LENGTH ? [text] : [])),
  };
}
