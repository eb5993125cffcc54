import { createFileRoute } from '@tanstack/react-router'
import { AdministrationScreen } from '../../../areas/identity/administration/administration-screen'
import { areas } from '../../../areas.gen'

export const Route = createFileRoute('/$environmentId/administration')({
  component: () => <AdministrationScreen tabs={areas.flatMap(({ administration = [] }) => administration)} />,
})
