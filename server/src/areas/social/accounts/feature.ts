import { socialCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import { socialAccounts, socialApps, socialStates } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { checkAccount, deleteAccount, listAccounts, listTargets, viewAccount } from './accounts.ts'
import { deleteSocialApp, listSocialApps, setSocialApp } from './apps.ts'
import { connectAccount, finishAccount, pruneStates } from './connect.ts'

export const feature: Feature<Social> = {
  sealed: secretColumns(
    socialApps.clientSecret,
    socialAccounts.accessToken,
    socialAccounts.refreshToken,
    socialStates.verifier,
  ),
  sweeps: (social) => ({ 'social.states': () => pruneStates(social) }),
  routes(server, social) {
    const { config } = social
    route(server, calls.listSocialApps, async ({ caller, request }) => ({
      items: await listSocialApps(social, caller.scope, originOf(request, config)),
    }))
    route(server, calls.setSocialApp, ({ caller, params, body, request }) =>
      setSocialApp(social, caller, params.network, body, originOf(request, config)),
    )
    route(server, calls.deleteSocialApp, async ({ caller, params }) => {
      await deleteSocialApp(social, caller, params.network)
      return undefined
    })
    route(server, calls.listSocialAccounts, ({ caller, query }) => listAccounts(social, caller.scope, query))
    route(server, calls.listSocialTargets, async ({ caller }) => ({
      items: await listTargets(social, caller.scope),
    }))
    route(server, calls.connectSocialAccount, async ({ caller, body, request }) => ({
      url: await connectAccount(social, caller, body, originOf(request, config)),
    }))
    route(server, calls.finishSocialAccount, async ({ caller, body }) =>
      viewAccount(social, await finishAccount(social, caller, body)),
    )
    route(server, calls.checkSocialAccount, ({ caller, params }) =>
      checkAccount(social, caller.scope, params.id),
    )
    route(server, calls.deleteSocialAccount, async ({ caller, params }) => {
      await deleteAccount(social, caller, params.id)
      return undefined
    })
  },
}
