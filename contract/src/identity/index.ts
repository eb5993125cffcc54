// Written by `npm run generate`.
import { accountFeature } from './accounts.ts'
import { environmentFeature } from './environments.ts'
import { installationFeature } from './installation.ts'
import { memberFeature } from './members.ts'
import { organizationFeature } from './organizations.ts'
import { roleFeature } from './roles.ts'
import { securityLogFeature } from './security-log.ts'
import { signInFeature } from './sign-in.ts'
import { signInRulesFeature } from './sign-in-rules.ts'
import { signingKeyFeature } from './signing-keys.ts'
import { tokenFeature } from './tokens.ts'

export * from './accounts.ts'
export * from './environments.ts'
export * from './installation.ts'
export * from './members.ts'
export * from './organizations.ts'
export * from './people.ts'
export * from './roles.ts'
export * from './security-log.ts'
export * from './sign-in.ts'
export * from './sign-in-rules.ts'
export * from './signing-keys.ts'
export * from './tokens.ts'

export const identityCalls = {
  ...accountFeature.calls,
  ...environmentFeature.calls,
  ...installationFeature.calls,
  ...memberFeature.calls,
  ...organizationFeature.calls,
  ...roleFeature.calls,
  ...securityLogFeature.calls,
  ...signInFeature.calls,
  ...signInRulesFeature.calls,
  ...signingKeyFeature.calls,
  ...tokenFeature.calls,
}
