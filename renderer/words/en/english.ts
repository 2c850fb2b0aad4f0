import annotate from './annotate.json' with { type: 'json' }
import annotateClasses from './annotate-classes.json' with { type: 'json' }
import annotateReview from './annotate-review.json' with { type: 'json' }
import annotateTools from './annotate-tools.json' with { type: 'json' }
import batches from './batches.json' with { type: 'json' }
import catalog from './catalog.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import connection from './connection.json' with { type: 'json' }
import datasets from './datasets.json' with { type: 'json' }
import drawn from './drawn.json' with { type: 'json' }
import events from './events.json' with { type: 'json' }
import exports from './exports.json' with { type: 'json' }
import health from './health.json' with { type: 'json' }
import images from './images.json' with { type: 'json' }
import imports from './imports.json' with { type: 'json' }
import models from './models.json' with { type: 'json' }
import playground from './playground.json' with { type: 'json' }
import projects from './projects.json' with { type: 'json' }
import rebalance from './rebalance.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import sorting from './sorting.json' with { type: 'json' }
import trash from './trash.json' with { type: 'json' }
import versions from './versions.json' with { type: 'json' }
import welcome from './welcome.json' with { type: 'json' }

/** Phrases that count in English, by how they stand in the code; all others are said as they stand there. */
export const ENGLISH = {
  ...annotate,
  ...annotateClasses,
  ...annotateReview,
  ...annotateTools,
  ...batches,
  ...catalog,
  ...common,
  ...connection,
  ...datasets,
  ...drawn,
  ...events,
  ...exports,
  ...health,
  ...images,
  ...imports,
  ...models,
  ...playground,
  ...projects,
  ...rebalance,
  ...settings,
  ...shell,
  ...sorting,
  ...trash,
  ...versions,
  ...welcome,
}
