import type { ProjectType } from '#common/contract/projects'
import { message } from '#common/messages/message'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { classTree } from '../folder.ts'
import { baseName, folderOf } from './paths.ts'

/** So many names stand in the sentence. */
const MOST_NAMES = 5

/** A hint where images without labels lie in folders that look like classes, which this project does not take as labels. */
export async function* classFolders(
  dataset: DatasetFiles,
  type: ProjectType | undefined,
): AsyncGenerator<DatasetProblem> {
  if (type === undefined || isClassification(type)) return
  const folders = [...new Set((await classTree(dataset)).map(({ path }) => folderOf(path)))]
  const names = [...new Set(folders.map(baseName))]
  const [first] = folders
  if (first === undefined || names.length < 2) return
  const shown = [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])]
  yield { path: first, isNote: true, reason: message('folders-look-like-classes', { names: shown }) }
}
