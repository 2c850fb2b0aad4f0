export interface Project {
  readonly owner: string
}
