import type { Template } from '../template.ts'

/** Titles of tasks. Their parameters are names and numbers alone, so that the desktop can say them by itself. */
export const TASK_TITLES = {
  'title-import-files': { one: 'Import {{count}} file', other: 'Import {{count, number}} files' },
  'title-import-dataset': 'Import {{name}}',
  'title-import-zip': 'Import a ZIP file',
  'title-check-dataset': 'Check {{name}}',
  'title-fetch-images': {
    one: 'Fetch {{count}} image from the web',
    other: 'Fetch {{count, number}} images from the web',
  },
  'title-fetch-images-to': {
    one: 'Fetch {{count}} image from the web to {{host}}',
    other: 'Fetch {{count, number}} images from the web to {{host}}',
  },
  'title-rebalance': 'Rebalance the split',
  'title-rebalance-to': 'Rebalance to {{train}} / {{valid}} / {{test}}',
  'title-version': 'Version {{version}}',
  'title-generate-version': 'Generate a version',
  'title-generate-named-version': 'Generate {{name}}',
  'title-export-version': 'Export version {{version}} as {{format}}',
  'title-export-found': 'Export images as {{format}}',
  'title-export-images': {
    one: 'Export {{count}} image as {{format}}',
    other: 'Export {{count, number}} images as {{format}}',
  },
  'title-send-project': 'Send {{name}} to {{host}}',
  'title-send-files': { one: 'Send {{count}} file to {{host}}', other: 'Send {{count, number}} files to {{host}}' },
  'title-publish-project': 'Publish {{name}}',
  'title-copy-project': 'Copy {{name}}',
  'title-copy-remote-project': 'Copy {{workspace}}/{{project}} at {{host}}',
  'title-copy-images': { one: 'Copy {{count}} image to {{name}}', other: 'Copy {{count, number}} images to {{name}}' },
  'title-move-images': { one: 'Move {{count}} image to {{name}}', other: 'Move {{count, number}} images to {{name}}' },
  'title-tag-images': { one: 'Tag {{count}} image', other: 'Tag {{count, number}} images' },
  'title-label-images': {
    one: 'Label {{count}} image with {{model}}',
    other: 'Label {{count, number}} images with {{model}}',
  },
  'title-install-model': 'Install {{name}}',
  'title-fetch-model': 'Download {{name}}',
  'title-describe-images': {
    one: 'Prepare {{count}} image for similar-image search',
    other: 'Prepare {{count, number}} images for similar-image search',
  },
  'title-order-images': 'Sort the images of {{name}}',
  'title-undo-tags': {
    one: 'Undo tag change of {{count}} image',
    other: 'Undo tag change of {{count, number}} images',
  },
  'title-undo-split': {
    one: 'Undo split change of {{count}} image',
    other: 'Undo split change of {{count, number}} images',
  },
  'title-undo-batch': {
    one: 'Undo moving {{count}} image to the batch {{name}}',
    other: 'Undo moving {{count, number}} images to the batch {{name}}',
  },
  'title-undo-state': {
    one: 'Undo state change of {{count}} image',
    other: 'Undo state change of {{count, number}} images',
  },
  'title-undo-review': { one: 'Undo review of {{count}} image', other: 'Undo review of {{count, number}} images' },
  'title-undo-trash': {
    one: 'Restore {{count}} image from the trash',
    other: 'Restore {{count, number}} images from the trash',
  },
  'title-undo-merge': 'Undo merging the class {{from}} into {{into}}',
  'title-undo-move': {
    one: 'Bring {{count}} image back from {{name}}',
    other: 'Bring {{count, number}} images back from {{name}}',
  },
  'title-undo-copy': {
    one: 'Undo copying {{count}} image to {{name}}',
    other: 'Undo copying {{count, number}} images to {{name}}',
  },
} as const satisfies Record<string, Template>
