-- The order of names in all languages: letters with accents beside those without, and numbers by their value.
CREATE COLLATION names (provider = icu, locale = 'und-u-kn-true');
DROP INDEX contents_title;
CREATE INDEX contents_title ON contents (environment_id, title COLLATE names, id) WHERE trashed_at IS NULL;
DROP INDEX contents_added_by;
CREATE INDEX contents_added_by ON contents (environment_id, added_by COLLATE names NULLS FIRST, id)
  WHERE trashed_at IS NULL;
DROP INDEX asset_collections_level;
CREATE INDEX asset_collections_level ON asset_collections (environment_id, parent_id, name COLLATE names);
