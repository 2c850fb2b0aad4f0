/** The settings of a step that is switched on. */
export type On<Settings> = Exclude<Settings, undefined | false>

export function isOn<Settings>(settings: Settings): settings is On<Settings> {
  return settings !== undefined && settings !== false
}
