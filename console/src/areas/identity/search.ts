import * as z from 'zod/mini'

/** Sign-in and sign-up: where to go afterwards. */
export const entranceSearch = z.object({ back: z.catch(z.optional(z.string()), undefined) })

const environmentSorts = ['name', '-name', 'createdAt', '-createdAt'] as const

export type EnvironmentSort = (typeof environmentSorts)[number]

export const environmentsSearch = z.object({
  sort: z.catch(z._default(z.enum(environmentSorts), 'createdAt'), 'createdAt'),
  new: z.catch(z._default(z.boolean(), false), false),
})
