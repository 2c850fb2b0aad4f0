import catalogue from './catalogue.json' with { type: 'json' }
import datasets from './datasets.json' with { type: 'json' }
import exports from './exports.json' with { type: 'json' }
import labels from './labels.json' with { type: 'json' }
import library from './library.json' with { type: 'json' }
import models from './models.json' with { type: 'json' }
import places from './places.json' with { type: 'json' }
import search from './search.json' with { type: 'json' }

/** What the core says, in German, by the English sentence with the names of its values in double braces. */
export const CORE_GERMAN: Readonly<Record<string, string>> = {
  ...catalogue,
  ...datasets,
  ...exports,
  ...labels,
  ...library,
  ...models,
  ...places,
  ...search,
}
