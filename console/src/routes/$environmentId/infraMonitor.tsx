import { createFileRoute } from '@tanstack/react-router'
import { InfraScreen } from '../../areas/infra/monitor/infra-screen'

export const Route = createFileRoute('/$environmentId/infraMonitor')({ component: InfraScreen })
