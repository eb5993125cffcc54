// Values without schemas: the first screen of a browser loads these, and not zod.

export const logMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Classes of response status codes, such as `2xx`. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

export const exportFormats = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
