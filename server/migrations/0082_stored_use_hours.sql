-- Hours in which was counted what is stored. Its rows are small, and there are 24 a day.
CREATE TABLE stored_use_hours (
  hour timestamptz(3) PRIMARY KEY
);
