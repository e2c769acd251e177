# The final image contains only what production needs: no compiler, no tests, no bundled Node and no bundled PostgreSQL.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.mjs && node scripts/bundle.mjs

FROM node:24-trixie-slim
# Without these settings of glibc, memory that has been freed after many large requests stays with the process (docs/operations.md).
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/bundle dist/bundle
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The limits of the heap keep a process below 600 MB, whatever clients send (docs/operations.md).
CMD ["node", "--max-old-space-size=272", "--max-semi-space-size=8", "--expose-gc", "dist/bundle/main.js"]
