import { createFileRoute } from '@tanstack/react-router'
import { AdministrationScreen } from '../../../areas/identity/screens/administration'

export const Route = createFileRoute('/$environmentId/administration')({ component: AdministrationScreen })
