import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { organizationsOfPerson } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { addPrice, createPlan } from './edit-plans.ts'
import { listPlans } from './plan-view.ts'
import { changePlan, listChoices, listPlansOfPerson, listSubscriptions } from './subscriptions.ts'

export const feature: Feature<Billing> = {
  routes(server, billing) {
    const allPlans = async () => ({ items: await listPlans(billing.db, billing.clock.now(), null) })
    route(server, calls.listBillingPlans, allPlans)
    route(server, calls.listBillingPackages, allPlans)
    route(server, calls.getBillingPackagesOfUser, async ({ caller: { actor } }) =>
      listPlansOfPerson(billing, actor, await organizationsOfPerson(billing.db, actor)),
    )
    route(server, calls.listOrganizationPlans, ({ caller }) =>
      listChoices(billing, caller.scope.organizationId),
    )
    route(server, calls.listBillingSubscriptions, ({ caller }) =>
      listSubscriptions(billing, caller.scope.organizationId),
    )
    route(server, calls.changeBillingPlan, ({ caller: { actor, scope }, body }) =>
      changePlan(billing, actor, scope, body.planId),
    )
    route(server, calls.createBillingPlan, ({ caller, body }) => createPlan(billing, caller.actor, body))
    route(server, calls.addMeterPrice, ({ params, caller, body }) =>
      addPrice(billing, caller.actor, params.id, body),
    )
  },
}
