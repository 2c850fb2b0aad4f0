import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'

/** Datasets that are known and not read, by the paths of their files. */
const STRANGERS: readonly (readonly [RegExp, Message])[] = [
  [/(?:^|\/)gt\/gt\.txt$|(?:^|\/)(?:det\/det\.txt|seqinfo\.ini)$/i, message('looks-like-mot')],
  [/(?:^|\/)mpii[^/]*\.mat$/i, message('looks-like-mpii')],
  [/\.mat$/i, message('looks-like-matlab')],
  [/(?:^|\/)step\d+\.frame_data\.json$/i, message('looks-like-solo')],
  [/(?:^|\/)v1\.0-(?:mini|trainval|test)\/\w+\.json$/, message('looks-like', { title: 'nuScenes' })],
  [/\.odgt$/i, message('looks-like', { title: 'CrowdHuman' })],
  [
    /(?:^|\/)data_(?:2d|3d)_(?:raw|semantics|bboxes|poses)\/|(?:^|\/)KITTI-360\//i,
    message('looks-like', { title: 'KITTI-360' }),
  ],
  [/(?:^|\/)(?:label|tracklet)_labels?\.xml$|(?:^|\/)velodyne(?:_points)?\//i, message('looks-like-kitti-points')],
  [/\.(?:pkl|pickle|npy|npz|h5|hdf5|parquet|arrow|lmdb)$/i, message('looks-like-binary')],
]

/** Why a file is not read that is of a known kind; undefined for any other. */
export function strangerReason(path: string): Message | undefined {
  return STRANGERS.find(([sign]) => sign.test(path))?.[1]
}
