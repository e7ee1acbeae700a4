# syntax=docker/dockerfile:1
# The service without the embedded database: name a PostgreSQL as DATABASE_URL (deploy/compose.yaml brings one).

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm pack --silent && mv lettershop-*.tgz lettershop.tgz

FROM node:24-slim
ENV NODE_ENV=production \
    LETTERSHOP_DATA=/data \
    LETTERSHOP_HOST=0.0.0.0
WORKDIR /opt/lettershop
COPY --from=build /build/lettershop.tgz ./
RUN npm install --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund ./lettershop.tgz \
    && rm lettershop.tgz \
    && npm cache clean --force
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npx: as the first process it would not hand the signals on.
ENTRYPOINT ["node", "/opt/lettershop/node_modules/lettershop/bin/lettershop.mjs"]
CMD ["start"]
