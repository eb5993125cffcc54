import * as z from 'zod/mini'

const text = z.catch(z._default(z.string().check(z.maxLength(200)), ''), '')

/** API docs: what is looked for, and the call that is open. */
export const docsSearch = z.object({ phrase: text, call: text })
