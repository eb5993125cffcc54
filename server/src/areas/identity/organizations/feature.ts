import { identityCalls as calls, environmentTypes, products } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Identity } from '../identity.ts'
import { createEnvironment, listEnvironments, updateEnvironment } from './environments.ts'
import { logoRemovalJob } from './jobs.ts'
import { readLogo, removeLogo } from './logos.ts'
import { createOrganization, updateOrganization } from './organizations.ts'

export const feature: Feature<Identity> = {
  jobs: (identity) => [
    defineHandler({
      definition: logoRemovalJob,
      run: (input) => removeLogo(identity, input),
      // The only effect is a small unused file.
      failed: async () => undefined,
    }),
  ],
  routes(server, identity) {
    route(server, calls.createOrganization, ({ body, caller }) =>
      createOrganization(identity, caller.actor, body),
    )
    route(server, calls.updateOrganization, ({ body, caller }) =>
      updateOrganization(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.getOrganizationLogo, async ({ params, reply }) => {
      const logo = await readLogo(identity, params.id)
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(logo)
      return undefined
    })
    route(server, calls.listEnvironments, async ({ caller }) => ({
      items: await listEnvironments(identity, caller.actor, caller.scope),
    }))
    route(server, calls.createEnvironment, ({ body, caller }) =>
      createEnvironment(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.updateEnvironment, ({ body, caller }) =>
      updateEnvironment(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.listEnvironmentTypes, async () => ({ items: environmentTypes.map((id) => ({ id })) }))
    route(server, calls.listProductTypes, async () => ({ items: products.map((id) => ({ id })) }))
  },
}
