import { z } from 'zod'
import { TaskId } from '../../ids.ts'
import { onProject, ProjectRef } from '../kit.ts'

export const triageContract = {
  /**
   * Brings the marks that images are sorted by up to date: a few at once, many as a task that this names. Images that are not
   * looked through yet stand last in the triage orders.
   */
  refresh: onProject('image:read')
    .input(ProjectRef)
    .output(z.object({ taskId: TaskId.nullable() })),
}
