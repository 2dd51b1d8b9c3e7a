# One comparison for each estimated graph: the true graph and the estimate, as Benchpress stores them.
sepdist_estimate = "adjmat=/{adjmat}/parameters=/{parameters}/data=/{data}/algorithm=/{alg_string}/seed={seed}"


rule sepdist_compare:
    input:
        truth="{output_dir}/adjmat/{adjmat}.csv",
        guess="{output_dir}/adjmat_estimate/" + sepdist_estimate + "/adjmat.csv",
    output:
        "{output_dir}/evaluation/sepdist/" + sepdist_estimate + "/sepdist.csv",
    params:
        script=workflow.source_path("script.sh"),
        metrics=config.get("benchmark_setup", {}).get("evaluation", {}).get("sepdist", {}).get("metrics", "default"),
    shell:
        "bash {params.script} {input.truth:q} {input.guess:q} {output:q} {params.metrics:q}"
