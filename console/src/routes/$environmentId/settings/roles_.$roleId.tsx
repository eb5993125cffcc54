import { createFileRoute } from '@tanstack/react-router'
import { RoleScreen } from '../../../areas/identity/screens/role'

export const Route = createFileRoute('/$environmentId/settings/roles_/$roleId')({ component: RoleScreen })
