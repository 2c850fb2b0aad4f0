import { PLAIN, REFUSALS } from '#common/messages/catalogue'
import type { Template } from '#common/messages/template'
import catalogue from './catalogue.json' with { type: 'json' }
import datasets from './datasets.json' with { type: 'json' }
import absentPlain from './de/absent.json' with { type: 'json' }
import accessMessages from './de/access.json' with { type: 'json' }
import annotationFilesMessages from './de/annotation-files.json' with { type: 'json' }
import annotationFormatsMessages from './de/annotation-formats.json' with { type: 'json' }
import annotationsMessages from './de/annotations.json' with { type: 'json' }
import archiveFaultsPlain from './de/archive-faults.json' with { type: 'json' }
import catalogFaultsPlain from './de/catalog-faults.json' with { type: 'json' }
import datasetNotesPlain from './de/dataset-notes.json' with { type: 'json' }
import datasetTitlesPlain from './de/dataset-titles.json' with { type: 'json' }
import datasetsMessages from './de/datasets.json' with { type: 'json' }
import editsPlain from './de/edits.json' with { type: 'json' }
import eventFaultsPlain from './de/event-faults.json' with { type: 'json' }
import eventsMessages from './de/events.json' with { type: 'json' }
import exportsMessages from './de/exports.json' with { type: 'json' }
import fetchFaultsPlain from './de/fetch-faults.json' with { type: 'json' }
import fileFaultsPlain from './de/file-faults.json' with { type: 'json' }
import imageFaultsPlain from './de/image-faults.json' with { type: 'json' }
import imagesMessages from './de/images.json' with { type: 'json' }
import importerNotesPlain from './de/importer-notes.json' with { type: 'json' }
import inputFaultsPlain from './de/input-faults.json' with { type: 'json' }
import issuesPlain from './de/issues.json' with { type: 'json' }
import kindsPlain from './de/kinds.json' with { type: 'json' }
import literalPlain from './de/literal.json' with { type: 'json' }
import maskNotesPlain from './de/mask-notes.json' with { type: 'json' }
import modelsMessages from './de/models.json' with { type: 'json' }
import onnxFaultsPlain from './de/onnx-faults.json' with { type: 'json' }
import placesPlain from './de/places.json' with { type: 'json' }
import projectsMessages from './de/projects.json' with { type: 'json' }
import recognitionPlain from './de/recognition.json' with { type: 'json' }
import remotesMessages from './de/remotes.json' with { type: 'json' }
import reportRowsPlain from './de/report-rows.json' with { type: 'json' }
import requestsMessages from './de/requests.json' with { type: 'json' }
import searchMessages from './de/search.json' with { type: 'json' }
import searchFaultsPlain from './de/search-faults.json' with { type: 'json' }
import storesPlain from './de/stores.json' with { type: 'json' }
import tasksMessages from './de/tasks.json' with { type: 'json' }
import versionsMessages from './de/versions.json' with { type: 'json' }
import workflowsMessages from './de/workflows.json' with { type: 'json' }
import exports from './exports.json' with { type: 'json' }
import labels from './labels.json' with { type: 'json' }
import library from './library.json' with { type: 'json' }
import models from './models.json' with { type: 'json' }
import places from './places.json' with { type: 'json' }

/** Messages of the core in German, by their codes. */
export const MESSAGES: Readonly<Record<string, string>> = {
  ...editsPlain,
  ...issuesPlain,
  ...catalogFaultsPlain,
  ...onnxFaultsPlain,
  ...recognitionPlain,
  ...inputFaultsPlain,
  ...storesPlain,
  ...archiveFaultsPlain,
  ...eventFaultsPlain,
  ...absentPlain,
  ...fetchFaultsPlain,
  ...literalPlain,
  ...imageFaultsPlain,
  ...kindsPlain,
  ...searchFaultsPlain,
  ...fileFaultsPlain,
  ...placesPlain,
  ...reportRowsPlain,
  ...datasetNotesPlain,
  ...importerNotesPlain,
  ...maskNotesPlain,
  ...datasetTitlesPlain,
  ...annotationFormatsMessages,
  ...annotationFilesMessages,
  ...accessMessages,
  ...annotationsMessages,
  ...datasetsMessages,
  ...eventsMessages,
  ...exportsMessages,
  ...imagesMessages,
  ...modelsMessages,
  ...projectsMessages,
  ...remotesMessages,
  ...requestsMessages,
  ...searchMessages,
  ...tasksMessages,
  ...versionsMessages,
  ...workflowsMessages,
}

/** German for the core's sentences without a code, by the English sentence with the names of its values in double braces. */
export const SENTENCES: Readonly<Record<string, string>> = {
  ...catalogue,
  ...datasets,
  ...exports,
  ...labels,
  ...library,
  ...models,
  ...places,
}

/** A template without words of its own would fit every sentence. */
const PLACEHOLDERS = /\{\{[^}]*\}\}/g

/** They join names, and would fit any sentence. */
const JOINTS: ReadonlySet<string> = new Set(['family-or', 'networks-with', 'that-family'])

/** Messages are kept in reports as English sentences: they are found by them, too. */
export const CORE_GERMAN: Readonly<Record<string, string>> = {
  ...SENTENCES,
  ...Object.fromEntries(Object.entries(REFUSALS).flatMap(([code, [, template]]) => pairsOf(code, template))),
  ...Object.fromEntries(
    Object.entries(PLAIN).flatMap(([code, template]) => (JOINTS.has(code) ? [] : pairsOf(code, template))),
  ),
}

function pairsOf(code: string, template: Template): readonly (readonly [english: string, german: string])[] {
  const forms =
    typeof template === 'string'
      ? { [code]: template }
      : { [`${code}_one`]: template.one, [`${code}_other`]: template.other }
  const said = Object.entries(forms).filter(([, english]) => /\p{L}/u.test(english.replaceAll(PLACEHOLDERS, '')))
  return said.map(([key, english]) => [bare(english), bare(MESSAGES[key] ?? MESSAGES[code] ?? english)])
}

/** Without how numbers are written: in a sentence they are written already. */
function bare(text: string): string {
  return text.replaceAll(/\{\{(\w+), \w+\}\}/g, '{{$1}}')
}
