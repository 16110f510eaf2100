#!/bin/sh
# Runs a command as the store's user with the store's settings: deploy/as-store.sh npm run doctor
set -eu
set -a
. /etc/nofiller/store.env
HOME=/var/lib/nofiller
set +a
cd /opt/nofiller
exec runuser -u nofiller -- "$@"
