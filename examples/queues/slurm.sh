#!/bin/bash
#SBATCH --job-name=sepdist
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
# One shard of the pairs for each task of the array. A task that is stopped goes on where it was
# when it is submitted again.
set -eu
shard=$((SLURM_ARRAY_TASK_ID - ${SLURM_ARRAY_TASK_MIN:-1} + 1))
sepdist batch --metrics zl-sd,shd,parent-aid --workers "${SLURM_CPUS_PER_TASK:-1}" --allow-failed 1 \
  --shard "$shard/$SLURM_ARRAY_TASK_COUNT" --out "rows-$shard.csv" manifest.csv
