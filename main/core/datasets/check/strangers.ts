/** Data sets that are known and not read, by the paths of their files. */
const STRANGERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)gt\/gt\.txt$/i, 'MOT video tracks'],
  [/(?:^|\/)mpii[^/]*\.mat$/i, 'MPII Human Pose as a MATLAB file'],
  [/\.mat$/i, 'a MATLAB file'],
  [/(?:^|\/)v1\.0-(?:mini|trainval|test)\/\w+\.json$/, 'nuScenes'],
]

/** Why a file is not read that is of a known kind; undefined for any other. */
export function strangerSentence(path: string): string | undefined {
  const title = STRANGERS.find(([sign]) => sign.test(path))?.[1]
  return title && `This looks like ${title}, which Tessera does not read yet`
}
