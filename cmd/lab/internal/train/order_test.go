package train

import "testing"

func TestOrder(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 4, 5, 7, 64, 65, 1000, 4099} {
		o := newOrder(n, 1, 0)
		seen, still := make([]bool, n), 0
		for i := range n {
			at := o.at(i)
			if at >= n || seen[at] {
				t.Fatalf("of %d: place %d is not new", n, at)
			}
			seen[at] = true
			if at == i {
				still++
			}
		}
		if n >= 64 && still > 8 { // one on average
			t.Errorf("of %d: %d stay where they are", n, still)
		}
	}
	a, b, c := newOrder(1000, 1, 0), newOrder(1000, 1, 1), newOrder(1000, 2, 0)
	same, following := 0, 0
	for i := range uint64(999) {
		if a.at(i) == b.at(i) || a.at(i) == c.at(i) {
			same++
		}
		if a.at(i+1) == a.at(i)+1 {
			following++
		}
	}
	if same > 20 || following > 10 {
		t.Errorf("%d places are those of another pass or seed, %d follow one another", same, following)
	}
}
