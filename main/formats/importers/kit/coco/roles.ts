import type { ProjectType } from '#common/contract/projects'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetProblem } from '#core/exchange/datasets/ports'
import { baseName, folderOf } from '../paths.ts'

/** `instances_train2017.json`: what the files of one dataset, which lie side by side, say of its images. */
const NAME = /^(?<role>captions|instances|(?:person_)?keypoints|stuff|image_info)(?=[_.-])(?<rest>.*)$/i

type Role = 'captions' | 'instances' | 'keypoints' | 'stuff' | 'image_info'

interface Named {
  readonly file: DatasetFile
  readonly role: Role
}

/** A file that is read. */
export interface ChosenFile {
  readonly file: DatasetFile
  /** The instances of the same images, where this one has only those with keypoints. */
  readonly instances?: DatasetFile
}

/** Files that are read for a project, and why others are not. */
interface Chosen {
  readonly files: readonly ChosenFile[]
  readonly problems: readonly DatasetProblem[]
}

/** Of files about the same images the one that says what the project needs; files with other names are all read. */
export function filesFor(type: ProjectType | undefined, labels: readonly DatasetFile[]): Chosen {
  const groups = Map.groupBy(labels, groupOf)
  const chosen = [...groups].map(([group, files]) =>
    group === '' ? { files: files.map((file) => ({ file })), problems: [] } : oneOf(type, files),
  )
  return { files: chosen.flatMap(({ files }) => files), problems: chosen.flatMap(({ problems }) => problems) }
}

function groupOf({ path }: DatasetFile): string {
  const rest = NAME.exec(baseName(path))?.groups?.['rest']
  return rest === undefined ? '' : `${folderOf(path)}/${rest.toLowerCase()}`
}

function oneOf(type: ProjectType | undefined, files: readonly DatasetFile[]): Chosen {
  const named = files.map((file): Named => ({ file, role: roleOf(file) }))
  const best = wantedBy(type).flatMap((role) => named.filter((each) => each.role === role))[0]
  // Lists of images say nothing of them; the other file does.
  const others = named.filter((each) => each !== best && each.role !== 'image_info')
  const instances = best?.role === 'keypoints' ? named.find(({ role }) => role === 'instances')?.file : undefined
  const chosen = best ? [{ file: best.file, ...(instances && { instances }) }] : []
  return { files: chosen, problems: others.map((other) => unread(other, best)) }
}

function unread({ file: { path }, role }: Named, best: Named | undefined): DatasetProblem {
  if (best) return { path, isNote: true, reason: message('project-uses-file', { name: baseName(best.file.path) }) }
  return { path, isNote: true, reason: role === 'captions' ? CAPTIONS : message('project-needs-captions') }
}

export const CAPTIONS = message('captions-need-project')

function roleOf({ path }: DatasetFile): Role {
  const role = NAME.exec(baseName(path))?.groups?.['role']?.toLowerCase()
  if (role === 'captions' || role === 'stuff' || role === 'image_info') return role
  return role === 'instances' ? role : 'keypoints'
}

/** The roles that suit a project, the best first. */
function wantedBy(type: ProjectType | undefined): readonly Role[] {
  if (type === 'text-image-pairs') return ['captions']
  if (type === 'keypoint-detection') return ['keypoints', 'instances']
  return ['instances', 'keypoints', 'stuff']
}
