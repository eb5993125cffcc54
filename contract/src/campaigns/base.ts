import * as z from 'zod/mini'

export const base = '/video/api/v1'

type Action = 'create' | 'read' | 'update' | 'delete'
export const campaigns = (action: Action) => ['Ad Insertion', 'Campaign', action] as const
export const onboarding = (action: Action) => ['Settings', 'Adv Tenant OnBoarding', action] as const

export const phrase = z.optional(z.string().check(z.maxLength(200)))
