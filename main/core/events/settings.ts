/** Settings that an operator decides about the events. */
export interface EventSettings {
  /** Names of event schemas that nobody registered are taken, with any object as `event_data`. */
  readonly freeSchemas: boolean
  /** Older events are deleted; 0 keeps them. */
  readonly retentionDays: number
  /** More events than this are not kept; 0 is no limit. */
  readonly maxRecords: number
  /** The same in bytes of events and their files. */
  readonly maxBytes: number
  /** The disk's last bytes are left to others. */
  readonly minFreeBytes: number
  /** Most bytes of the body of one request. */
  readonly maxRecordBytes: number
  /** Most bytes of one file that is attached to a draft. */
  readonly maxFileBytes: number
  /** Drafts older than this are made final; 0 never does. */
  readonly draftSeconds: number
  /** The solution of events that name none. */
  readonly defaultSolution: string | undefined
  /** Where final events are sent; undefined keeps them here. */
  readonly upload: UploadSettings | undefined
}

export interface UploadSettings {
  readonly url: string
  readonly key: string | undefined
}
