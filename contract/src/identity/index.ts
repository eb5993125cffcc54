import { accountCalls } from './accounts.ts'
import { environmentCalls } from './environments.ts'
import { installationCalls } from './installation.ts'
import { memberCalls } from './members.ts'
import { organizationCalls } from './organizations.ts'
import { roleCalls } from './roles.ts'
import { signInCalls } from './sign-in.ts'
import { signingKeyCalls } from './signing-keys.ts'
import { tokenCalls } from './tokens.ts'

export * from './accounts.ts'
export * from './environments.ts'
export * from './installation.ts'
export * from './members.ts'
export * from './organizations.ts'
export * from './people.ts'
export * from './roles.ts'
export * from './sign-in.ts'
export * from './signing-keys.ts'
export * from './tokens.ts'

export const identityCalls = {
  ...signInCalls,
  ...accountCalls,
  ...organizationCalls,
  ...memberCalls,
  ...roleCalls,
  ...environmentCalls,
  ...tokenCalls,
  ...signingKeyCalls,
  ...installationCalls,
}
