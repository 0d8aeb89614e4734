// The one sheet that every page loads. The last three are not on every page, but cost less here than a request each.
import '#src/ui/base.css';
import '#src/ui/powder.css';
import '#src/ui/tabs.module.css';
import '#src/ui/trace.module.css';
