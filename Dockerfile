# The server as a container image. docs/docker.md says how to use it; `npm run e2e:containers` builds and tries it.

# Only what decides which packages are installed, so that an edit elsewhere does not install them again.
FROM node:24-bookworm-slim AS manifests
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY apps apps
COPY examples examples
RUN find packages apps examples -type f -not -name package.json -delete

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY --from=manifests /source ./
# The image has its own Node, so the one that npm could bring is left out; no package needs a script to work. Without
# --legacy-peer-deps npm would add every agent runtime that the chat can drive. What only compilers and debuggers read
# is two thirds of what is installed.
RUN npm ci --omit=dev --omit=optional --legacy-peer-deps --ignore-scripts --workspace=packages/server \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' -o -name '*.md' \) -delete

# The studio is a page. What makes it is large, and stays behind.
FROM node:24-bookworm-slim AS studio
WORKDIR /source
COPY --from=manifests /source ./
RUN npm ci --ignore-scripts --workspace=apps/studio --workspace=apps/components --include-workspace-root
COPY tsconfig.json tsconfig.pages.json ./
COPY packages packages
COPY apps apps
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build apps/studio --logLevel warn

# The first process of a container gets no signals that it does not listen to, and all children that lose their parents:
# that is no place for Node, whose agents start programs.
FROM debian:bookworm-slim AS init
RUN apt-get update && apt-get install --yes --no-install-recommends tini

# Of the image of Node only its program: npm and headers are of no use to a server.
FROM debian:bookworm-slim
ENV NODE_ENV=production
ENV DATABASE_URL=sqlite:/data/posthouse.db
ENV MAIL_HOST=0.0.0.0
ENV MAIL_PORT=8000
ENV MAIL_AUTH_MODE=tokens
ENV MAIL_LOG_FORMAT=json
ENV SWARM_SOURCE=/app/examples/swarms.json
ENV SWARM_NAME=example-no-proxy
COPY --from=manifests /usr/local/bin/node /usr/local/bin/node
COPY --from=init /usr/bin/tini-static /usr/local/bin/tini
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node \
  && install --directory --mode=0700 --owner=node --group=node /data
WORKDIR /app
COPY --from=dependencies /app ./
COPY packages packages
COPY --from=studio /source/packages/server/src/studio/dist packages/server/src/studio/dist
COPY examples examples
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:8000/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "/app/packages/server/src/bin/posthouse.ts"]
CMD ["server"]
