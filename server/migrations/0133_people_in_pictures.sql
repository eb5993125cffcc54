-- People in videos, known by their faces within an environment, and objects in pictures.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text,
  created_at timestamp(3) with time zone NOT NULL
);
CREATE INDEX people_environment ON people (environment_id, id);

CREATE TABLE faces (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  person_id uuid NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  at_ms integer NOT NULL,
  box jsonb NOT NULL,
  share double precision NOT NULL,
  weight double precision NOT NULL,
  embedding real[] NOT NULL,
  picture bytea
);
CREATE INDEX faces_content ON faces (content_id, start_ms);
CREATE INDEX faces_person ON faces (environment_id, person_id);

CREATE TABLE picture_objects (
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  at_ms integer NOT NULL,
  number integer NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  label text NOT NULL,
  confidence double precision NOT NULL,
  box jsonb NOT NULL,
  PRIMARY KEY (content_id, at_ms, number)
);
