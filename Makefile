# The commands themselves stand in .ci/run.
STEPS := build test race fuzz bench golden fmt vet tidy cross lint

.PHONY: check gen $(STEPS)

check:
	.ci/run

gen: golden

$(STEPS):
	.ci/run $@
