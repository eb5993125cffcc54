ALTER TABLE ad_breaks ADD COLUMN return_s double precision;
ALTER TABLE ad_decisions ADD COLUMN return_s double precision;
