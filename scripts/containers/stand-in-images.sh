#!/usr/bin/env bash
# Makes the images that our Dockerfile and compose file begin from out of Debian's packages and the Node of npm, for
# machines that reach no registry of images: debian:bookworm-slim, node:24-bookworm-slim and postgres:17-alpine. The last
# one is the PostgreSQL that Debian has. Takes the folders of two packages: Node as npm brings it, and npm itself.
set -euo pipefail

node_folder=$1
npm_folder=$2
library=docker.io/library
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Where this machine gets Debian's packages.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)

debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" "$mirror"
rm -rf "$work"/root/usr/share/{doc,info,locale,man}/* "$work"/root/var/lib/apt/lists/* "$work"/root/var/cache/apt/*
# Roots that this machine trusts, beside Debian's own.
cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/ca-certificates.crt"
tar --directory "$work/root" --create . | podman import --quiet - "$library/debian:bookworm-slim"

mkdir -p "$work/node/lib/node_modules" "$work/node/bin"
cp "$node_folder/bin/node" "$work/node/bin/node"
cp --recursive --dereference "$npm_folder" "$work/node/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/node/bin/npm"
podman build --quiet --tag "$library/node:24-bookworm-slim" --file - "$work/node" <<'END'
FROM debian:bookworm-slim
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
COPY . /usr/local/
END

# What the official image promises and our compose file uses: a user and a database of that user, a password, pg_isready.
cat >"$work/entrypoint.sh" <<'END'
#!/bin/sh
set -eu
export PATH="$(echo /usr/lib/postgresql/*/bin):$PATH"
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  chown postgres "$data"
  echo "$POSTGRES_PASSWORD" >/tmp/password
  setpriv --reuid postgres --regid postgres --clear-groups initdb --pgdata "$data" --username "$POSTGRES_USER" \
    --pwfile /dev/stdin --auth-host scram-sha-256 --encoding UTF8 --locale C.UTF-8 </tmp/password
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" |
    setpriv --reuid postgres --regid postgres --clear-groups postgres --single -D "$data" postgres
fi
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -D "$data" -c listen_addresses='*'
END
podman build --quiet --network host --tag "$library/postgres:17-alpine" --file - "$work" <<'END'
FROM debian:bookworm-slim
RUN apt-get -qq update && apt-get -qq install --yes --no-install-recommends postgresql >/dev/null
COPY entrypoint.sh /entrypoint.sh
RUN install --directory --owner=postgres /var/run/postgresql /var/lib/postgresql/data
ENV PATH="/usr/lib/postgresql/15/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/entrypoint.sh"]
END
