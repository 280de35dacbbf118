# SPDX-License-Identifier: MIT
"""The instruction sets that the lab has kernels of, and what tells NumPy, OpenBLAS and PyTorch to use
the same one: each of ours is compared with peers that have no more."""
import glob
import os

SETS = ["avx512", "avx2", "plain"]

# OpenBLAS takes newer processors for older ones, and for plain x86-64 knows nothing below Prescott,
# which has SSE3.
OPENBLAS = {"avx512": "SkylakeX", "avx2": "Haswell", "plain": "Prescott"}
PYTORCH = {"avx512": "avx512", "avx2": "avx2", "plain": "default"}


def processor():
    """What the system says of the processor."""
    facts = {}
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            name, _, value = line.partition(":")
            facts.setdefault(name.strip(), value.strip())
    return facts


def sets_here():
    """Those that this processor has, the fastest first."""
    flags = processor().get("flags", "").split()
    return [name for name in SETS if name == "plain" or name in flags or
            (name == "avx512" and "avx512f" in flags and "avx512vl" in flags)]


def numpy_without(kernels):
    """What NumPy's own loops must leave out to have no more than the instruction set."""
    import numpy
    features = getattr(numpy.core._multiarray_umath, "__cpu_dispatch__", [])
    if kernels == "avx512":
        return ""
    if kernels == "avx2":
        return " ".join(name for name in features if name.startswith("AVX512"))
    return " ".join(features)


def openblas_folder():
    """Where OpenBLAS is installed: Debian's reference BLAS would say nothing."""
    for folder in [os.environ.get("OPENBLAS_FOLDER", ""),
                   *glob.glob("/usr/lib/*/openblas-pthread")]:
        if folder and glob.glob(os.path.join(folder, "libblas.so.3")):
            return folder
    return None


def environment_of(kernels, threads, folder):
    """For a peer that has the instruction set and so many threads."""
    return dict(os.environ, OPENBLAS_NUM_THREADS=str(threads), LD_LIBRARY_PATH=folder,
                OPENBLAS_CORETYPE=OPENBLAS[kernels], ATEN_CPU_CAPABILITY=PYTORCH[kernels],
                NPY_DISABLE_CPU_FEATURES=numpy_without(kernels))
