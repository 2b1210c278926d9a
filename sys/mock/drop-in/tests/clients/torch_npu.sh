#!/usr/bin/env bash
# Runs the vendor's extension of PyTorch, `torch_npu`, unchanged, on the software device: see README.md beside this file.
#
#   torch_npu.sh [DIRECTORY]
#
# The packages are installed into a virtual environment in DIRECTORY, which is kept for the next time; without one, in
# `torch_npu` in cargo's target directory. They take about 5 GB. PYTHON names the interpreter that makes it.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
directory=${1:-$target/torch_npu}
torch=2.7.1
torch_npu=2.7.1.post11

step() { printf '\n== %s\n' "$*"; }

step "the software device"
(cd "$root" && CARGO_TARGET_DIR=$target cargo build -p ascend-mock)

python=$directory/bin/python
if ! "$python" -c "
from importlib.metadata import version
assert version('torch').split('+')[0] == '$torch' and version('torch_npu') == '$torch_npu'" 2>/dev/null; then
    step "installing torch $torch and torch-npu $torch_npu into $directory: about 5 GB"
    "${PYTHON:-python3}" -m venv "$directory"
    # The build for the CPU alone is smaller, where the index has it. Elsewhere the one that it has will do: the extension needs
    # nothing of the CPU's build but its version, which is why it is installed without what it depends on.
    "$python" -m pip install --disable-pip-version-check "torch==$torch+cpu" 2>/dev/null ||
        "$python" -m pip install --disable-pip-version-check "torch==$torch"
    "$python" -m pip install --disable-pip-version-check numpy pyyaml
    "$python" -m pip install --disable-pip-version-check --no-deps "torch-npu==$torch_npu"
fi

step "one process, 2 and 4"
exec "$target/debug/ascend-mock" run --report-refused --devices 4 --hbm 1GiB --connect-timeout 60 -- \
    "$python" -W ignore "$here/torch_npu_ranks.py" 2 4
