/** Data sets that are known and not read, by the paths of their files. */
const STRANGERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)gt\/gt\.txt$|(?:^|\/)(?:det\/det\.txt|seqinfo\.ini)$/i, 'MOT video tracks'],
  [/(?:^|\/)mpii[^/]*\.mat$/i, 'MPII Human Pose as a MATLAB file'],
  [/\.mat$/i, 'a MATLAB file'],
  [/(?:^|\/)step\d+\.frame_data\.json$/i, 'Unity Perception in the SOLO format'],
  [/(?:^|\/)v1\.0-(?:mini|trainval|test)\/\w+\.json$/, 'nuScenes'],
  [/\.odgt$/i, 'CrowdHuman'],
  [/(?:^|\/)data_(?:2d|3d)_(?:raw|semantics|bboxes|poses)\/|(?:^|\/)KITTI-360\//i, 'KITTI-360'],
  [/(?:^|\/)(?:label|tracklet)_labels?\.xml$|(?:^|\/)velodyne(?:_points)?\//i, 'KITTI point clouds or tracklets'],
  [/\.(?:pkl|pickle|npy|npz|h5|hdf5|parquet|arrow|lmdb)$/i, 'arrays or tables in a binary file'],
]

/** Why a file is not read that is of a known kind; undefined for any other. */
export function strangerSentence(path: string): string | undefined {
  const title = STRANGERS.find(([sign]) => sign.test(path))?.[1]
  return title && `This looks like ${title}, which Tessera does not read yet`
}
