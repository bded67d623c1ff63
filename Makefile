# Each target works on its own, also on a machine where nothing is set up yet.

.PHONY: video sheet preview clips slides check test pins

RENDER := .venv/bin/python render.py
QUALITY_OPTION = $(if $(QUALITY),-q $(QUALITY))

# The film: make video [QUALITY=l|m|h|p|k]
video:
	@./setup.sh film
	@$(RENDER) video $(QUALITY_OPTION)

# The film on paper, for a handout: make sheet [CHAPTER=opening] [QUALITY=l|m|h|p|k]
sheet:
	@./setup.sh film
	@$(RENDER) sheet $(CHAPTER) $(QUALITY_OPTION)

# One chapter or beat, quickly: make preview CHAPTER=opening [BEAT=...] [QUALITY=l|m|h|p|k]
preview:
	@test -n "$(CHAPTER)" || { echo "Which chapter? make preview CHAPTER=opening" >&2; exit 2; }
	@./setup.sh film
	@$(RENDER) preview "$(CHAPTER)" $(if $(BEAT),--beat "$(BEAT)") $(QUALITY_OPTION)

# Clips for slides: make clips [WHAT="step-7 opening"] [QUALITY=l|m|h|p|k]
clips:
	@./setup.sh film
	@$(RENDER) clips $(WHAT) $(QUALITY_OPTION)

# The film as slides, for PowerPoint or a browser: make slides [FORMAT=html] [QUALITY=l|m|h|p|k]
slides:
	@./setup.sh film $(if $(filter html,$(FORMAT)),slides)
	@$(RENDER) slides $(if $(FORMAT),--format $(FORMAT)) $(QUALITY_OPTION)

# What is wrong with the plan, before anything is drawn: make check [CHAPTER=opening]
check:
	@./setup.sh film
	@$(RENDER) check $(CHAPTER)

# All tests, the slow ones too, the same examples every time (pytest alone runs the fast ones, and tries new examples).
test:
	@./setup.sh film test slides
	@.venv/bin/python -m pytest -m "" --hypothesis-profile=ci

# Pins what requirements/*.in newly ask for (all anew: delete requirements/*.txt first); needs uv.
PIN := uv pip compile -q --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command "make pins"
pins:
	cd requirements && for set in film build test; do $(PIN) $$set.in -o $$set.txt || exit; done
