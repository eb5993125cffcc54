// Written by `npm run generate`.
import { feature as accounts } from './accounts/feature.ts'
import { feature as emails } from './emails/feature.ts'
import { feature as members } from './members/feature.ts'
import { feature as organizations } from './organizations/feature.ts'
import { feature as roles } from './roles/feature.ts'
import { feature as securityLog } from './security-log/feature.ts'
import { feature as sessions } from './sessions/feature.ts'
import { feature as signInRules } from './sign-in-rules/feature.ts'
import { feature as tokens } from './tokens/feature.ts'

/** The features of the area that declare jobs, sweeps, subscriptions or routes. */
export const features = [accounts, emails, members, organizations, roles, securityLog, sessions, signInRules, tokens] as const
