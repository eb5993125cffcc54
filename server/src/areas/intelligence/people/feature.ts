import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Intelligence } from '../intelligence.ts'
import { deletePerson, listPeople, mergePeople, updatePerson } from './people.ts'

export const feature: Feature<Intelligence> = {
  routes(server, intelligence) {
    route(server, calls.listPeople, ({ query, caller }) => listPeople(intelligence.db, caller.scope, query))
    route(server, calls.updatePerson, ({ params, body, caller }) =>
      updatePerson(intelligence, caller, params.id, body),
    )
    route(server, calls.mergePeople, ({ params, body, caller }) =>
      mergePeople(intelligence, caller, params.id, body),
    )
    route(server, calls.deletePerson, async ({ params, caller }) => {
      await deletePerson(intelligence, caller, params.id)
      return undefined
    })
  },
}
