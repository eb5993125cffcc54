import { createFileRoute } from '@tanstack/react-router'
import { AdministrationScreen } from '../../../areas/identity/administration/administration-screen'

export const Route = createFileRoute('/$environmentId/administration')({ component: AdministrationScreen })
