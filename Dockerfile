# The final image contains only what production needs: no compiler, no tests, no bundled Node and no bundled PostgreSQL.
# A release passes the digest of this tag, NODE_IMAGE=node:24-trixie-slim@sha256:…, so that the same sources make the same image.
ARG NODE_IMAGE=node:24-trixie-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The commit that the service reports: there is no .git here.
ARG REVISION
RUN COMMIT=${REVISION} node scripts/build.mjs && node scripts/bundle.mjs

FROM ${NODE_IMAGE}
# Without these settings of glibc, memory that has been freed after many large requests stays with the process (docs/operations.md).
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
COPY --from=build /app/dist/bundle dist/bundle
COPY --from=build /app/dist/build.json dist/build.json
# By number, so that Kubernetes can tell that it is not root (runAsNonRoot).
USER 1000:1000
EXPOSE 4000
# bash connects by itself: a Node for each check would take 50 ms of a core. Kubernetes ignores this check and has its own probes.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-4000} && printf 'GET /readyz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# The limits of the heap keep a process below 600 MB, whatever clients send (docs/operations.md).
CMD ["node", "--max-old-space-size=256", "--max-semi-space-size=8", "--expose-gc", "dist/bundle/main.js"]
# Last, because they differ in every release.
ARG NODE_IMAGE
ARG VERSION
ARG REVISION
ARG SOURCE
LABEL org.opencontainers.image.title="beekeeping-backend" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
