-- What organizations require of their members at sign-in.
ALTER TABLE organizations
  ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false,
  ADD COLUMN session_idle_minutes integer;
ALTER TABLE roles ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
