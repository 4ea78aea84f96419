# The server with an SDK of OpenTelemetry, for the profile "seeing" of compose.yaml.

# The server's own image has no npm.
FROM node:24-bookworm-slim AS sdk
WORKDIR /tracing
# The versions that ops/tracing.ts is tested with.
RUN npm install --no-save --ignore-scripts @opentelemetry/api@1.10.0 @opentelemetry/context-async-hooks@3.1.0 \
  @opentelemetry/core@3.1.0 @opentelemetry/exporter-trace-otlp-http@0.301.0 @opentelemetry/resources@3.1.0 \
  @opentelemetry/sdk-trace@3.1.0
COPY ops/tracing.ts ./

FROM posthouse
COPY --from=sdk /tracing /tracing
ENV NODE_OPTIONS="--import /tracing/tracing.ts"
