import { GERMAN_START_FAULTS } from '#common/messages/german/start-faults'
import { GERMAN_TASK_TITLES } from '#common/messages/german/task-titles'
import absentPlain from './de/absent.json' with { type: 'json' }
import accessMessages from './de/access.json' with { type: 'json' }
import annotationFilesMessages from './de/annotation-files.json' with { type: 'json' }
import annotationFormatsMessages from './de/annotation-formats.json' with { type: 'json' }
import annotationsMessages from './de/annotations.json' with { type: 'json' }
import archiveFaultsPlain from './de/archive-faults.json' with { type: 'json' }
import arrayFaultsPlain from './de/array-faults.json' with { type: 'json' }
import catalogFaultsPlain from './de/catalog-faults.json' with { type: 'json' }
import datasetNotesPlain from './de/dataset-notes.json' with { type: 'json' }
import datasetTitlesPlain from './de/dataset-titles.json' with { type: 'json' }
import datasetsMessages from './de/datasets.json' with { type: 'json' }
import editsPlain from './de/edits.json' with { type: 'json' }
import eventFaultsPlain from './de/event-faults.json' with { type: 'json' }
import eventsMessages from './de/events.json' with { type: 'json' }
import exportFormatsPlain from './de/export-formats.json' with { type: 'json' }
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
import machinesPlain from './de/machines.json' with { type: 'json' }
import maskNotesPlain from './de/mask-notes.json' with { type: 'json' }
import modelDescriptionsPlain from './de/model-descriptions.json' with { type: 'json' }
import modelFaultsPlain from './de/model-faults.json' with { type: 'json' }
import modelQuestionsPlain from './de/model-questions.json' with { type: 'json' }
import modelsMessages from './de/models.json' with { type: 'json' }
import onnxFaultsPlain from './de/onnx-faults.json' with { type: 'json' }
import placesPlain from './de/places.json' with { type: 'json' }
import previewsPlain from './de/previews.json' with { type: 'json' }
import projectsMessages from './de/projects.json' with { type: 'json' }
import providersPlain from './de/providers.json' with { type: 'json' }
import recognitionPlain from './de/recognition.json' with { type: 'json' }
import remotesMessages from './de/remotes.json' with { type: 'json' }
import reportRowsPlain from './de/report-rows.json' with { type: 'json' }
import requestsMessages from './de/requests.json' with { type: 'json' }
import rowsPlain from './de/rows.json' with { type: 'json' }
import schemaFaultsPlain from './de/schema-faults.json' with { type: 'json' }
import searchMessages from './de/search.json' with { type: 'json' }
import searchFaultsPlain from './de/search-faults.json' with { type: 'json' }
import storesPlain from './de/stores.json' with { type: 'json' }
import studioAnswersPlain from './de/studio-answers.json' with { type: 'json' }
import systemFaultsPlain from './de/system-faults.json' with { type: 'json' }
import taskFaultsPlain from './de/task-faults.json' with { type: 'json' }
import tasksMessages from './de/tasks.json' with { type: 'json' }
import versionsMessages from './de/versions.json' with { type: 'json' }
import workflowsMessages from './de/workflows.json' with { type: 'json' }

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
  ...GERMAN_START_FAULTS,
  ...previewsPlain,
  ...exportFormatsPlain,
  ...providersPlain,
  ...modelQuestionsPlain,
  ...modelDescriptionsPlain,
  ...arrayFaultsPlain,
  ...modelFaultsPlain,
  ...taskFaultsPlain,
  ...GERMAN_TASK_TITLES,
  ...schemaFaultsPlain,
  ...studioAnswersPlain,
  ...machinesPlain,
  ...rowsPlain,
  ...systemFaultsPlain,
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
