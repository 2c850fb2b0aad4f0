import type { Project } from '../dataset/project.ts'

export type Owner = Pick<Project, 'owner'>
