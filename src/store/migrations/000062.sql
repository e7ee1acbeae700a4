-- Numbers are without gaps: this one changes nothing.
select 1;
