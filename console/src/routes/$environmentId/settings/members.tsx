import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { MembersScreen } from '../../../areas/identity/members/members-screen'
import { membersSearch, noMembersSearch } from '../../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/settings/members')({
  validateSearch: membersSearch,
  search: { middlewares: [stripSearchParams(noMembersSearch)] },
  component: MembersScreen,
})
